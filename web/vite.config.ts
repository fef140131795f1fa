import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

// The page is embedded into the program and served from its root. Nothing is inlined, so that the
// strict content security policy of the server holds.
export default defineConfig({
  plugins: [svelte()],
  base: './',
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    cssCodeSplit: false,
    reportCompressedSize: true,
  },
  server: {
    port: 5173,
    // The program refuses pages of another origin, and this one is served from another port.
    proxy: {
      '/api': {
        target: process.env.PALAMEDES_SERVER ?? 'http://127.0.0.1:8080',
        changeOrigin: true,
        configure: (proxy) => proxy.on('proxyReq', (request) => request.removeHeader('origin')),
      },
    },
  },
  test: { include: ['tests/**/*.test.ts'], environment: 'node' },
});
