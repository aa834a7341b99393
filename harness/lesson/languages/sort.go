// What `sort.* distribution N FACES` and `sort.* decks N FACES TRIALS` print is told in ../languages_test.py.
package main

import (
	"bufio"
	"fmt"
	"math/rand"
	"os"
	"sort"
	"strconv"
)

func main() {
	number := func(index int) int {
		value, err := strconv.Atoi(os.Args[index])
		if err != nil {
			panic(err)
		}
		return value
	}
	sampled := os.Args[1] == "decks"
	n, faces, trials := number(2), number(3), 1
	if sampled {
		trials = number(4)
	}
	rand.Seed(1)
	var script []int
	played := 0
	toss := func() int {
		if sampled {
			return rand.Intn(faces)
		}
		if played == len(script) {
			script = append(script, 0)
		}
		played++
		return script[played-1]
	}

	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for trial := 0; trial < trials || !sampled; trial++ {
		deck := make([]int, n)
		for card := range deck {
			deck[card] = card
		}
		sort.Slice(deck, func(int, int) bool { return toss() == 0 })
		fmt.Fprint(out, played)
		for _, card := range deck {
			fmt.Fprint(out, " ", card)
		}
		fmt.Fprintln(out)
		if sampled {
			continue
		}
		played = 0
		for len(script) > 0 && script[len(script)-1] == faces-1 {
			script = script[:len(script)-1]
		}
		if len(script) == 0 {
			return
		}
		script[len(script)-1]++
	}
}
