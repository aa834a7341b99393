// The one table of shuffles: one line each, in the order in which they are listed.
#pragma once

#include "core/shuffle/applied_twice.hpp"
#include "core/shuffle/comparator_sort.hpp"
#include "core/shuffle/deal_hands.hpp"
#include "core/shuffle/draw_insert.hpp"
#include "core/shuffle/durstenfeld.hpp"
#include "core/shuffle/durstenfeld_up.hpp"
#include "core/shuffle/fisher_yates.hpp"
#include "core/shuffle/identity.hpp"
#include "core/shuffle/inside_out.hpp"
#include "core/shuffle/naive_swap.hpp"
#include "core/shuffle/overhand.hpp"
#include "core/shuffle/pick_from_all.hpp"
#include "core/shuffle/piles.hpp"
#include "core/shuffle/random_cut.hpp"
#include "core/shuffle/random_key_sort.hpp"
#include "core/shuffle/riffle.hpp"
#include "core/shuffle/sattolo.hpp"
#include "core/shuffle/shelf.hpp"
#include "core/shuffle/skip_last.hpp"
#include "core/shuffle/smoosh.hpp"
#include "core/shuffle/std_random_shuffle.hpp"
#include "core/shuffle/std_shuffle.hpp"
#include "core/shuffle/swap_pairs.hpp"

namespace fairshuffle {

template <class... S>
struct ShuffleList {};

using Shuffles = ShuffleList<  //
    FisherYates,               //
    Durstenfeld,               //
    DurstenfeldUp,             //
    InsideOut,                 //
    PickFromAll,               //
    StdShuffle,                //
    StdRandomShuffle,          //
    Identity,                  //
    RandomKeySort,             //
    SwapPairs,                 //
    NaiveSwap,                 //
    Sattolo,                   //
    SkipLast,                  //
    DrawInsert,                //
    AppliedTwice,              //
    RandomCut,                 //
    Riffle,                    //
    Shelf,                     //
    Overhand,                  //
    Piles,                     //
    Smoosh,                    //
    ComparatorSort,            //
    DealHands>;

}  // namespace fairshuffle
