# The image of Tidings: its built JavaScript, the few packages beside it, Node.js and git. It holds nothing to build or install with.
ARG NODE=docker.io/library/node:26.10.0-trixie-slim
ARG DEBIAN=docker.io/library/debian:trixie-slim

# The npm package, made from the sources.
FROM ${NODE} AS package
WORKDIR /tidings
COPY package.json package-lock.json .npmrc ./
COPY scripts/prepare.mjs scripts/
RUN node scripts/prepare.mjs
COPY . .
RUN npm run package

# What it needs at run time, in the versions of the lockfile.
FROM ${NODE} AS installed
WORKDIR /tidings
COPY --from=package /tidings/build/package ./
COPY package-lock.json ./
RUN npm install --omit=dev --ignore-scripts --no-audit --no-fund \
  && rm package-lock.json node_modules/.package-lock.json \
  && chmod +x bin/tidings.mjs
COPY deploy/healthy.mjs bin/

# git alone: Debian's package brings Perl and what is needed to reach other hosts, which Tidings never uses it for.
FROM ${DEBIAN} AS git
RUN apt-get update && apt-get install --yes --no-install-recommends git

FROM ${DEBIAN}
RUN apt-get update \
  && apt-get install --yes --no-install-recommends libatomic1 libpcre2-8-0 libstdc++6 zlib1g \
  && rm -rf /var/lib/apt/lists/* /var/cache/* /var/log/* \
  && useradd --uid 10001 --home-dir /data --no-create-home --shell /usr/sbin/nologin tidings \
  && install --directory --owner tidings --group tidings --mode 700 /data /backups \
  && ln -s /opt/tidings/bin/tidings.mjs /usr/local/bin/tidings
COPY --from=git /usr/bin/git /usr/bin/git
COPY --from=installed /usr/local/bin/node /usr/local/bin/node
COPY --from=installed /tidings /opt/tidings

ENV NODE_ENV=production TIDINGS_DATA=/data TIDINGS_HOST=0.0.0.0
# By number, so that an orchestrator sees that it is not root. Only /data, /backups and /tmp are written to.
USER 10001:10001
WORKDIR /data
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "/opt/tidings/bin/healthy.mjs"]
ENTRYPOINT ["tidings"]
CMD ["serve"]
