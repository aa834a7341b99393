import { certify } from 'fairshuffle';
import 'fairshuffle/jest';

declare const result: ReturnType<typeof certify>;
export const fair: boolean = result.fair;
