# An image of Isogauge from its zip:
#
#   mvn -B -DskipTests package
#   docker build -t isogauge .
#   docker run --rm -v "$PWD":/work isogauge check history.txt
#
# Drivers and servers are fetched when they are first asked for; a volume at /cache keeps them.
FROM eclipse-temurin:21-jdk AS unpack
COPY dist/target/isogauge-*.zip /tmp/isogauge.zip
RUN mkdir /tmp/unpacked && cd /tmp/unpacked && jar xf ../isogauge.zip && mv isogauge-* /opt/isogauge \
  && chmod +x /opt/isogauge/bin/isogauge

FROM eclipse-temurin:21-jre
# PostgreSQL servers are unpacked with xz, and refuse to run as root.
RUN apt-get update && apt-get install -y --no-install-recommends xz-utils && rm -rf /var/lib/apt/lists/* \
  && useradd --create-home isogauge && mkdir /work /cache && chown isogauge /work /cache
COPY --from=unpack /opt/isogauge /opt/isogauge
# Waits for the class-data archive, so that no container makes one.
RUN /opt/isogauge/bin/isogauge list levels >/dev/null \
  && cd /opt/isogauge/lib && for i in $(seq 60); do ls *.jsa 2>/dev/null && [ ! -e *.new ] && break; sleep 1; done && ls *.jsa
ENV PATH=/opt/isogauge/bin:$PATH ISOGAUGE_CACHE=/cache
USER isogauge
WORKDIR /work
ENTRYPOINT ["isogauge"]
