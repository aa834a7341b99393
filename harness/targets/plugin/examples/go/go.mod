module shuffles

go 1.17
