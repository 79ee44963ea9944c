import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { chunks } from './chunks.ts'
import { frenchOnly } from './french-only.ts'
import { noImportCycles } from './one-way-chunks.ts'
import { precompress } from './precompress.ts'
import { withoutSchemas } from './without-schemas.ts'

/** Files that index.html loads for every first page. */
const isFirst = /^assets\/(?:rolldown-runtime|react|base)-[\w-]{8}\.(?:js|css)$/

export default defineConfig(({ command }) => {
  // Set whatever the shell says: a build under NODE_ENV=test would include React's development code, twice as heavy.
  if (command === 'build') process.env['NODE_ENV'] = 'production'
  return {
    root: import.meta.dirname,
    plugins: [frenchOnly(), withoutSchemas(), react(), noImportCycles(), precompress()],
    css: { modules: { localsConvention: 'camelCaseOnly' } },
    build: {
      outDir: 'dist',
      emptyOutDir: true,
      target: 'es2022',
      // Keeps light-dark() of tokens.css as it is: browsers support it since May 2024.
      cssTarget: ['chrome123', 'firefox121', 'safari17.5'],
      sourcemap: false,
      // The content security policy allows files of the site only: no font, image or style as a data: URL.
      assetsInlineLimit: 0,
      // All target browsers support module preload.
      modulePreload: {
        polyfill: false,
        // Files loaded with the page are not listed again in each file that imports others.
        resolveDependencies: (_, names, { hostType }) => (hostType === 'js' ? names.filter((name) => !isFirst.test(name)) : names),
      },
      // Fits the PDF reader, loaded when a first page is rendered.
      chunkSizeWarningLimit: 510,
      rolldownOptions: { output: { codeSplitting: { groups: chunks } } },
    },
  }
})
