# The server on its own user, with the dependencies of production only.
ARG NODE_IMAGE=node:24.19.0-slim@sha256:cd84903a12dbd26b46f1f3b8144a2568c41c5d37ddd0c7a80a34c7a19786b35f
FROM ${NODE_IMAGE} AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund

FROM ${NODE_IMAGE}
WORKDIR /app
# It listens on every interface, so it requires PROCESSOR.
ENV HOST=0.0.0.0 PORT=3000 DATA_DIR=/data LOG_FORMAT=json MALLOC_ARENA_MAX=2
COPY --from=dependencies /app/node_modules ./node_modules
COPY package.json ./
COPY src ./src
RUN mkdir /data .compiled && chown node:node /data .compiled
USER node
# What V8 compiles is part of the image: its first start is as quick as the next, also where nothing can be
# written. It is kept by user, so that user makes it; the server is told to stop after a while.
ENV NODE_COMPILE_CACHE=/app/.compiled
RUN HOST=127.0.0.1 DATA_DIR=/tmp/compiling timeout 20 node --max-semi-space-size=8 --heap-growing-percent=25 src/start.js; node src/bin.js --version && rm -r /tmp/compiling
VOLUME /data
EXPOSE 3000
# It asks itself, so whom its certificate names does not matter.
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "const s=process.env.TLS_CERT_FILE?'https':'http';require('node:'+s).get(s+'://127.0.0.1:'+process.env.PORT+'/healthz',{rejectUnauthorized:false},r=>process.exit(r.statusCode===200?0:1)).on('error',()=>process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "--heap-growing-percent=25", "src/start.js"]
