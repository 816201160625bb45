FROM node:24.21.0-bookworm-slim AS build
WORKDIR /srv/curia
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build && npm prune --omit=dev --ignore-scripts

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3333 DATA_DIR=/var/lib/curia/data
WORKDIR /srv/curia
COPY --from=build /srv/curia ./
RUN mkdir -p /var/lib/curia/data && chown -R node:node /var/lib/curia
USER node
VOLUME ["/var/lib/curia/data"]
EXPOSE 3333
HEALTHCHECK --interval=30s --timeout=5s --start-period=180s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/live`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "bin/start.js"]
