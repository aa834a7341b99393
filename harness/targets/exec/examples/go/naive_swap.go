// BIASED: each card is swapped with any other. go build naive_swap.go && ./naive_swap TRIALS N SEED
package main

import ("bufio"; "fmt"; "math/rand"; "os"; "strconv"; "strings")

func main() {
	trials, _ := strconv.Atoi(os.Args[1])
	n, _ := strconv.Atoi(os.Args[2])
	seed, _ := strconv.Atoi(os.Args[3])
	random := rand.New(rand.NewSource(int64(seed)))
	output := bufio.NewWriter(os.Stdout)
	defer output.Flush()
	for ; trials > 0; trials-- {
		deck := make([]int, n)
		for i := range deck { deck[i] = i }
		for i := range deck { k := random.Intn(n); deck[i], deck[k] = deck[k], deck[i] }
		fmt.Fprintln(output, strings.Trim(fmt.Sprint(deck), "[]"))
	}
}
