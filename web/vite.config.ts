import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { frenchOnly } from './french-only.ts';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [frenchOnly(), react()],
  css: { modules: { localsConvention: 'camelCaseOnly' } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // light-dark() of tokens.css is kept as it is: every browser since May 2024 has it.
    cssTarget: ['chrome123', 'firefox121', 'safari17.5'],
    sourcemap: false,
    // The content policy allows files of the site only: no font, picture or style as a data: address.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 400,
  },
});
