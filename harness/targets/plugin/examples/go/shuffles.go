// A plug-in in Go: the standard library's shuffle, and one that swaps with any position. In this folder, with
// the path that fairshuffle/fairshuffle_plugin.h lies in:
//
//	CGO_CFLAGS=-I/usr/include go build -buildmode=c-shared -o shuffles.so
//	fairshuffle certify plugin:path=shuffles.so,shuffle=rand-shuffle plugin:path=shuffles.so,shuffle=swap-any
//
// describe.c tells what shuffles there are.
package main

// #include <stddef.h>
// #include <stdint.h>
import "C"

import (
	"math/rand"
	"unsafe"
)

func forEachDeck(n C.uint32_t, decks C.size_t, cards *C.uint8_t, shuffle func(deck []byte)) C.int {
	size := int(n)
	all := unsafe.Slice((*byte)(unsafe.Pointer(cards)), int(decks)*size)
	for ; len(all) > 0; all = all[size:] {
		shuffle(all[:size])
	}
	return 0
}

//export goShuffle
func goShuffle(n C.uint32_t, seed C.uint64_t, decks C.size_t, cards *C.uint8_t) C.int {
	source := rand.New(rand.NewSource(int64(seed)))
	return forEachDeck(n, decks, cards, func(deck []byte) {
		source.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
	})
}

//export goSwapAny
func goSwapAny(n C.uint32_t, seed C.uint64_t, decks C.size_t, cards *C.uint8_t) C.int {
	source := rand.New(rand.NewSource(int64(seed)))
	return forEachDeck(n, decks, cards, func(deck []byte) {
		for i := range deck {
			j := source.Intn(len(deck))
			deck[i], deck[j] = deck[j], deck[i]
		}
	})
}

func main() {}
