# Parvis en conteneur. Le mode d’emploi est dans docs/exploitation.md ; compose.yaml s’en sert.
# La version de Node est celle de package.json.
FROM node:24.21.0-bookworm-slim AS pages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY packages/document-comparison/package.json packages/document-comparison/
COPY packages/document-reading/package.json packages/document-reading/
COPY packages/french-search/package.json packages/french-search/
COPY packages/legal-references/package.json packages/legal-references/
COPY packages/markdown/package.json packages/markdown/
COPY packages/office-writing/package.json packages/office-writing/
COPY packages/personal-data/package.json packages/personal-data/
COPY packages/written-document/package.json packages/written-document/
COPY server/package.json server/
COPY web/package.json web/
RUN npm ci --ignore-scripts
COPY tsconfig.base.json ./
COPY contract contract
COPY packages packages
COPY web web
RUN npm exec --workspace=@parvis/web -- vite build

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 PARVIS_DATA_DIR=/data MALLOC_TRIM_THRESHOLD_=1048576 NODE_COMPILE_CACHE=/app/compiled
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY packages/document-comparison/package.json packages/document-comparison/
COPY packages/document-reading/package.json packages/document-reading/
COPY packages/french-search/package.json packages/french-search/
COPY packages/legal-references/package.json packages/legal-references/
COPY packages/markdown/package.json packages/markdown/
COPY packages/office-writing/package.json packages/office-writing/
COPY packages/personal-data/package.json packages/personal-data/
COPY packages/written-document/package.json packages/written-document/
COPY server/package.json server/
COPY web/package.json web/
RUN npm ci --ignore-scripts --omit=dev --workspace=@parvis/server \
  && npm cache clean --force \
  && mkdir /data /sauvegardes \
  && chown node:node /data /sauvegardes
COPY contract contract
COPY packages packages
COPY server server
COPY seed seed
COPY deploy/sauvegarde.sh deploy/
COPY --from=pages /app/web/dist web/dist
# Ce que Node fait du TypeScript : un démarrage coûte un cinquième de moins. Il le relit sous le compte et avec les options qui l’ont fait, et n’y écrit plus.
RUN mkdir compiled \
  && chown node compiled \
  && setpriv --reuid=node --regid=node --clear-groups node --max-semi-space-size=8 --expose-gc --eval "for (const part of ['start', 'platform/http/serve-web']) import('./server/src/' + part + '.ts')" \
  && chown -R root:root compiled \
  && chmod -R a+rX compiled
# La base où commence un premier démarrage, faite une fois ici.
RUN env -u NODE_COMPILE_CACHE node --max-semi-space-size=8 --expose-gc server/src/prepare.ts
USER node
VOLUME ["/data", "/sauvegardes"]
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "--expose-gc", "server/src/main.ts"]
