// The health check of the container: ends well when the address answers with success.
// Usage: healthy.mjs [address]; without one that of the web server's status.
const [address = `http://127.0.0.1:${process.env.PORT || 8080}/status.json`] = process.argv.slice(2)
const answer = await fetch(address, { signal: AbortSignal.timeout(4_000) }).catch(() => null)
process.exitCode = answer?.ok ? 0 : 1
