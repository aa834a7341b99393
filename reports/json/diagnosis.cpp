#include "reports/json/diagnosis.hpp"

#include "reports/json/values.hpp"

namespace fairshuffle {

namespace {

Json mistake_json(const KnownMistake& mistake) {
  return {{"target", mistake.target}, {"reading", mistake.reading}};
}

Json fit_json(const FittingLaw& fit) {
  return {
      {"mistakes", array_of(fit.mistakes, mistake_json)},
      {"statistic", finite("fit statistic", fit.statistic)},
      {"df", finite("fit df", fit.degrees_of_freedom)},
      {"p_value", finite("fit p_value", fit.p_value)},
      {"log10_over_fair", finite("log10_over_fair", fit.log10_over_fair)},
      {"log10_over_best", finite("log10_over_best", fit.log10_over_best)},
      {"tv_upper", finite_or_null("fit tv_upper", fit.tv_upper)},
  };
}

Json seed_estimate_json(const SeedEstimate& estimate) {
  return {
      {"log2_states", finite("log2_states", estimate.log2_states)},
      {"log2_lower", finite("log2_lower", estimate.log2_lower)},
      {"log2_upper", finite("log2_upper", estimate.log2_upper)},
      {"dense", estimate.dense},
  };
}

KnownMistake mistake_of(const Json& json) {
  return {.target = json.at("target"), .reading = json.at("reading")};
}

FittingLaw fit_of(const Json& json) {
  return {.mistakes = list_of(json.at("mistakes"), mistake_of),
          .statistic = json.at("statistic"),
          .degrees_of_freedom = json.at("df"),
          .p_value = json.at("p_value"),
          .log10_over_fair = json.at("log10_over_fair"),
          .log10_over_best = json.at("log10_over_best"),
          .tv_upper = value_unless_null<double>(json, "tv_upper")};
}

SeedEstimate seed_estimate_of(const Json& json) {
  return {.log2_states = json.at("log2_states"),
          .log2_lower = json.at("log2_lower"),
          .log2_upper = json.at("log2_upper"),
          .dense = json.at("dense")};
}

}  // namespace

Json cell_json(const WorstCell& cell) {
  return {
      {"card", cell.card},
      {"position", cell.position},
      {"count", cell.count},
      {"expected", finite("expected", cell.expected)},
      {"ratio", finite("ratio", cell.ratio)},
      {"standard_errors", finite("standard_errors", cell.standard_errors)},
  };
}

Json diagnosis_json(const DiagnosisRecord& diagnosis) {
  return {
      {"sentence", diagnosis.sentence},
      {"mistakes_compared", diagnosis.mistakes_compared},
      {"not_compared", diagnosis.not_compared},
      {"laws_fitting", diagnosis.laws_fitting},
      {"fits", array_of(diagnosis.fits, fit_json)},
      {"log10_excluded_over_best",
       finite_or_null("log10_excluded_over_best", diagnosis.log10_excluded_over_best)},
      {"trials_to_tell_apart", finite_or_null("trials_to_tell_apart", diagnosis.trials_to_tell_apart)},
      {"confidence", finite("diagnosis confidence", diagnosis.confidence)},
      {"explains_repeats", diagnosis.explains_repeats},
  };
}

Json link_json(const LinkRecord& link) {
  return {
      {"proof", to_text(link.proof)},
      {"shape", to_text(link.shape)},
      {"share", finite_or_null("link share", link.share)},
      {"period", link.period ? Json(*link.period) : Json(nullptr)},
      {"cell", link.cell ? cell_json(*link.cell) : Json(nullptr)},
      {"shuffle", link.shuffle ? diagnosis_json(*link.shuffle) : Json(nullptr)},
  };
}

Json link_test_json(const LinkTest& test) {
  return {
      {"name", test.name},
      {"statistic", finite("link statistic", test.statistic)},
      {"df", finite("link df", test.degrees_of_freedom)},
      {"p_value", finite("link p_value", test.p_value)},
      {"log10_p", finite("link log10_p", test.log10_p)},
      {"mean_successive", finite("mean_successive", test.mean_successive)},
      {"mean_apart", finite("mean_apart", test.mean_apart)},
  };
}

Json seed_space_json(const SeedSpaceRecord& space) {
  return {
      {"repeats", space.repeats},
      {"expected_repeats", finite("expected_repeats", space.expected_repeats)},
      {"distance", space.distance},
      {"estimate", space.estimate ? seed_estimate_json(*space.estimate) : Json(nullptr)},
      {"log2_fewest_orders", finite_or_null("log2_fewest_orders", space.log2_fewest_orders)},
      {"confidence", finite("seed space confidence", space.confidence)},
  };
}

WorstCell cell_of(const Json& json) {
  return {.card = json.at("card"),
          .position = json.at("position"),
          .count = json.at("count"),
          .expected = json.at("expected"),
          .ratio = json.at("ratio"),
          .standard_errors = json.at("standard_errors")};
}

DiagnosisRecord diagnosis_of(const Json& json) {
  DiagnosisRecord diagnosis;
  diagnosis.sentence = json.at("sentence");
  diagnosis.mistakes_compared = json.at("mistakes_compared");
  diagnosis.not_compared = json.at("not_compared").get<std::vector<std::string>>();
  diagnosis.laws_fitting = json.at("laws_fitting");
  diagnosis.fits = list_of(json.at("fits"), fit_of);
  diagnosis.log10_excluded_over_best = value_unless_null<double>(json, "log10_excluded_over_best");
  diagnosis.trials_to_tell_apart = value_unless_null<double>(json, "trials_to_tell_apart");
  diagnosis.confidence = json.at("confidence");
  diagnosis.explains_repeats = json.at("explains_repeats");
  return diagnosis;
}

LinkRecord link_of(const Json& json) {
  LinkRecord link;
  link.proof = known_word(link_proof_from_text(json.at("proof").get<std::string>()), json["proof"]);
  link.shape = known_word(link_shape_from_text(json.at("shape").get<std::string>()), json["shape"]);
  link.share = value_unless_null<double>(json, "share");
  link.period = value_unless_null<std::uint64_t>(json, "period");
  if (!json.at("cell").is_null()) link.cell = cell_of(json["cell"]);
  if (!json.at("shuffle").is_null()) link.shuffle = diagnosis_of(json["shuffle"]);
  return link;
}

LinkTest link_test_of(const Json& json) {
  return {.name = json.at("name"),
          .statistic = json.at("statistic"),
          .degrees_of_freedom = json.at("df"),
          .p_value = json.at("p_value"),
          .log10_p = json.at("log10_p"),
          .mean_successive = json.at("mean_successive"),
          .mean_apart = json.at("mean_apart")};
}

SeedSpaceRecord seed_space_of(const Json& json) {
  SeedSpaceRecord space;
  space.repeats = json.at("repeats");
  space.expected_repeats = json.at("expected_repeats");
  space.distance = json.at("distance");
  if (!json.at("estimate").is_null()) space.estimate = seed_estimate_of(json["estimate"]);
  space.log2_fewest_orders = value_unless_null<double>(json, "log2_fewest_orders");
  space.confidence = json.at("confidence");
  return space;
}

}  // namespace fairshuffle
