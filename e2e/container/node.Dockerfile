# Stands in for the official image of Node.js, which cannot be had without a registry.
FROM localhost/debian
RUN apt-get update && apt-get install --yes --no-install-recommends libatomic1
COPY node /usr/local/bin/node
COPY npm /usr/local/lib/node_modules/npm
COPY ca-certificates.crt /etc/ssl/certs/
ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm
