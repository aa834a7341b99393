// fairshuffle report: draws reports anew from JSON reports, without running anything.
#include <exception>
#include <filesystem>
#include <memory>
#include <new>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/App.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/cli/subcommands.hpp"
#include "harness/cli/terminal_style.hpp"
#include "harness/input_error.hpp"
#include "harness/nearest_name.hpp"
#include "harness/report/report_file.hpp"
#include "harness/report/report_input.hpp"
#include "reports/formats.hpp"
#include "reports/run/run_reports.hpp"
#include "reports/visible_text.hpp"

namespace fairshuffle {

namespace {

namespace fs = std::filesystem;

struct ReportOptions {
  std::vector<std::string> files;
  std::optional<std::string> formats, out, color;
  bool force = false;
  bool verbose = false;
};

std::vector<std::string_view> format_names() {
  const auto names = report_format_names();
  return {names.begin(), names.end()};
}

const ReportFormat& format_of(std::string_view name) {
  if (const ReportFormat* format = report_format_named(name)) return *format;
  const std::vector<std::string_view> names = format_names();
  throw InputError(fmt::format("--format: '{}' is no format{}; there are {}", name, did_you_mean(name, names),
                               fmt::join(names, ", ")));
}

std::vector<const ReportFormat*> formats_of(std::string_view rest) {
  std::vector<const ReportFormat*> formats;
  for (bool more = true; more;) {
    const std::size_t comma = rest.find(',');
    formats.push_back(&format_of(rest.substr(0, comma)));
    more = comma != std::string_view::npos;
    if (more) rest.remove_prefix(comma + 1);
  }
  return formats;
}

struct Drawing {
  std::size_t file;  ///< its index
  const ReportFormat* format;
  fs::path path;
};

// Every drawing is named, and no two alike, before the first file is read.
std::vector<Drawing> drawings_of(const ReportOptions& options,
                                 const std::vector<const ReportFormat*>& formats) {
  std::vector<Drawing> drawings;
  std::set<fs::path> taken;
  for (std::size_t file = 0; file < options.files.size(); ++file) {
    for (const ReportFormat* format : formats) {
      fs::path path = fs::path(*options.out) / fs::path(options.files[file]).stem();
      path += format->ending;
      if (!taken.insert(path).second) {
        throw InputError(fmt::format("report: two drawings would be {}; draw them into folders of their own",
                                     path.string()));
      }
      drawings.push_back({file, format, std::move(path)});
    }
  }
  return drawings;
}

std::string drawn(const ReportFormat& format, const RunRecord& run, const std::string& file) {
  try {
    return format.draw(run);
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& error) {  // a record that no run gives, or too much of it
    throw InputError(fmt::format("{}: cannot be drawn as {}: {}", file, format.name, error.what()));
  }
}

// As certify printed them.
void print_tables(const ReportOptions& options) {
  const TerminalStyle style = terminal_style(options.color, options.verbose);
  bool first = true;
  for (const std::string& file : options.files) {
    const RunRecord run = read_report(file);
    if (options.files.size() > 1) fmt::print("{}{}\n\n", first ? "" : "\n", one_visible_line(file));
    fmt::print("{}", run_text(run, style));
    first = false;
  }
}

void run_report(const ReportOptions& options) {
  if (options.files.empty()) throw InputError("report: name the JSON reports to draw from");
  if (!options.formats && !options.out) return print_tables(options);
  if (!options.formats) {
    throw InputError(fmt::format("report: --out takes files; name their formats with --format; there are {}",
                                 fmt::join(format_names(), ", ")));
  }
  const std::vector<const ReportFormat*> formats = formats_of(*options.formats);
  if (!options.out) {
    if (options.files.size() > 1 || formats.size() > 1) {
      throw InputError("report: only one format of one report is printed; say with --out where many go");
    }
    const std::string text =
        drawn(*formats.front(), read_report(options.files.front()), options.files.front());
    return fmt::print("{}", text);
  }
  if (options.out->empty()) throw InputError("--out: expected a folder, found ''");
  const std::vector<Drawing> drawings = drawings_of(options, formats);
  // All is drawn before anything is written: what is wrong with one report leaves no part of the others
  // behind.
  std::vector<std::string> texts;
  std::optional<RunRecord> run;
  for (std::size_t next = 0; next < drawings.size(); ++next) {
    const Drawing& drawing = drawings[next];
    const std::string& file = options.files[drawing.file];
    if (next == 0 || drawings[next - 1].file != drawing.file) run = read_report(file);
    texts.push_back(drawn(*drawing.format, *run, file));
  }
  for (const Drawing& drawing : drawings) check_report_path(drawing.path, options.force);
  for (std::size_t next = 0; next < drawings.size(); ++next) {
    write_report_file(drawings[next].path, texts[next], options.force);
    fmt::print("{}\n", drawings[next].path.string());
  }
}

}  // namespace

void add_report(CLI::App& app, int& exit_code) {
  CLI::App* command =
      app.add_subcommand("report", "Draw reports for people and CI from JSON reports; runs nothing");
  const auto options = std::make_shared<ReportOptions>();
  command->add_option("FILE", options->files, "JSON reports, as certify --out writes them");
  std::string formats;
  for (const ReportFormat& format : all_report_formats()) {
    formats += fmt::format("{}{} ({}: {})", formats.empty() ? "" : "; ", format.name, format.ending,
                           format.sentence);
  }
  command
      ->add_option("--format", options->formats,
                   "by comma: " + formats + "; without it, the verdicts are printed as certify prints them")
      ->option_text("NAMES");
  command
      ->add_option("--out", options->out,
                   "write each to DIR, named as the report; without it, one format of one report is printed")
      ->option_text("DIR");
  command->add_option("--color", options->color, color_meaning)->option_text("auto|always|never");
  command->add_flag("--verbose", options->verbose, verbose_meaning);
  command->add_flag("--force", options->force, "replace existing files");
  command->footer("Exit codes: 0 drawn, whatever the verdicts; 2 bad input.");
  command->callback([options, &exit_code] {
    run_report(*options);
    exit_code = exit_as_hoped;
  });
}

}  // namespace fairshuffle
