import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { chunks } from './chunks.ts'
import { frenchOnly } from './french-only.ts'
import { oneWayChunks } from './one-way-chunks.ts'
import { precompress } from './precompress.ts'
import { withoutSchemas } from './without-schemas.ts'

/** The files of the first page, whatever it is: the page itself names them. */
const isFirst = /^assets\/(?:rolldown-runtime|react|base)-[\w-]{8}\.(?:js|css)$/

export default defineConfig(({ command }) => {
  // Whatever the shell says: a build under NODE_ENV=test would hold React's development code, twice as heavy.
  if (command === 'build') process.env['NODE_ENV'] = 'production'
  return {
    root: import.meta.dirname,
    plugins: [frenchOnly(), withoutSchemas(), react(), oneWayChunks(), precompress()],
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
      // Every browser of the targets above knows it.
      modulePreload: {
        polyfill: false,
        // What came with the page is not named again in each file that asks for others.
        resolveDependencies: (_, names, { hostType }) => (hostType === 'js' ? names.filter((name) => !isFirst.test(name)) : names),
      },
      // The reader of PDF, which comes with the first page that is drawn.
      chunkSizeWarningLimit: 510,
      rolldownOptions: { output: { codeSplitting: { groups: chunks } } },
    },
  }
})
