import 'vitest';
import type { FairshuffleMatchers } from 'fairshuffle';

declare module 'vitest' {
  interface Assertion<T> extends FairshuffleMatchers<void> {}
}
