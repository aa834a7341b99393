// Rand.Shuffle. go build shuffle.go && ./shuffle TRIALS N SEED
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
		random.Shuffle(n, func(i, k int) { deck[i], deck[k] = deck[k], deck[i] })
		fmt.Fprintln(output, strings.Trim(fmt.Sprint(deck), "[]"))
	}
}
