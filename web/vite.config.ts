import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

// What is built here is committed and embedded into the binary, so it must come out the same on every machine.
export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: false,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // The dice in three dimensions, which are loaded only where they roll.
    chunkSizeWarningLimit: 600,
  },
  server: { proxy: { '/api': { target: process.env['PARLOR_SERVER'] ?? 'http://127.0.0.1:7777', ws: true } } },
  test: { include: ['src/**/*.test.ts'] },
});
