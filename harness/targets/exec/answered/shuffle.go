// A shuffle whose draws are answered. go build shuffle.go; fairshuffle exact --exec './shuffle {n}'
package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
)

func below(bound int) (answer int) {
	fmt.Printf("draw %d\n", bound)
	if _, err := fmt.Scanln(&answer); err != nil {
		os.Exit(0)
	}
	return answer
}

func main() {
	n, _ := strconv.Atoi(os.Args[1])
	for {
		deck := make([]int, n)
		for card := range deck {
			deck[card] = card
		}
		for last := n - 1; last > 0; last-- {
			other := below(last + 1)
			deck[last], deck[other] = deck[other], deck[last]
		}
		fmt.Println(strings.Trim(fmt.Sprint(deck), "[]"))
	}
}
