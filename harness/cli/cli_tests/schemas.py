"""What every report, job and comparison is held to."""
import json

import jsonschema
from program import ROOT


def validator(name):
    """Made once: to look whether the schema itself is one takes three times as long as to look at a report."""
    schema = json.loads((ROOT / f"reports/schema/{name}.schema.json").read_text())
    kind = jsonschema.validators.validator_for(schema)
    kind.check_schema(schema)
    return kind(schema)


REPORT_SCHEMA, JOB_SCHEMA, DIFF_SCHEMA = (validator(name) for name in ["report", "job", "diff"])
