import type { FairshuffleMatchers } from 'fairshuffle';

declare global {
  namespace jest {
    interface Matchers<R> extends FairshuffleMatchers<R> {}
  }
}
declare module 'expect' {
  interface Matchers<R extends void | Promise<void>> extends FairshuffleMatchers<R> {}
}
