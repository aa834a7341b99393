// import 'fairshuffle/vitest': expect(certify(...)).toBeFair() in vitest.
import { expect } from 'vitest';

import { matchers } from 'fairshuffle';

expect.extend(matchers);
