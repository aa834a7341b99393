// setupFilesAfterEnv: ['fairshuffle/jest']: expect(certify(...)).toBeFair() in jest.
const { matchers } = require('fairshuffle');

(globalThis.expect ?? require('@jest/globals').expect).extend(matchers);
