# The image of hubs and bots, for the compose files and for Kubernetes:
#
#   docker build --tag stammtisch .
#   docker run --read-only --tmpfs /tmp --env REDIS=redis://10.0.0.5:6379 --env BOT_KEY=… stammtisch
#   docker run --read-only --tmpfs /tmp --env SERVER=ws://10.0.0.7:8080/ws --env BOT_KEY=… --no-healthcheck \
#       stammtisch stammtisch bots fill
#
# The first stage also builds the page, with esbuild from the npm registry, and compiles modules with gcc; the image
# has neither Node nor gcc.
#
# It writes nothing but temporary files. Games and minds of other packages are put into the folder /games, or into an
# image of your own (docs/hosting.md). `make image-check` runs these steps without containers, and plays a game.

FROM python:3.13-slim AS build
WORKDIR /build
RUN apt-get update && apt-get install --yes --no-install-recommends gcc libc6-dev
COPY requirements-build.lock ./
RUN pip install --no-cache-dir --require-hashes -r requirements-build.lock
COPY lint lint
COPY pyproject.toml setup.py stammtisch.py README.md LICENSE requirements-run.lock ./
COPY protocol protocol
COPY server server
COPY bots bots
COPY offline offline
RUN pip wheel --no-cache-dir --no-deps --no-index --no-build-isolation --wheel-dir wheels .

FROM python:3.13-slim
WORKDIR /stammtisch
COPY requirements-run.lock ./
RUN pip install --no-cache-dir --require-hashes -r requirements-run.lock
COPY --from=build /build/wheels wheels
RUN pip install --no-cache-dir --no-deps --no-index wheels/*.whl
RUN mkdir /games
# Kubernetes names the user by this number.
RUN useradd --system --uid 999 --no-create-home stammtisch
ENV PYTHONPATH=/games PYTHONDONTWRITEBYTECODE=1 HOST=0.0.0.0 PORT=8080
USER stammtisch
EXPOSE 8080
HEALTHCHECK --interval=5s --timeout=5s --start-period=30s CMD ["python", "-c", "import os, sys, http.client as c; it = c.HTTPConnection('127.0.0.1', int(os.environ['PORT']), timeout=4); it.request('GET', '/healthz'); sys.exit(it.getresponse().status != 200)"]
CMD ["stammtisch", "serve"]
