import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/lane.ts', 'test/support/build.ts'],
    setupFiles: ['test/support/seed.ts'],
    testTimeout: 20_000,
  },
});
