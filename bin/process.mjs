/** Where npm started this: it does so through a shell, and a signal to npm may end that alone. Then we stop as if we had got the signal. */
export function stopWithParent() {
  if (process.env.npm_lifecycle_event === undefined) return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, 500)
  timer.unref()
}

/**
 * Replaces this process by one with these options of Node.js, which runs the same `file`; unless it has them, or a parent talks with it
 * over a channel, which would be lost.
 */
export function startAgainWith(options, environment, file) {
  const { execArgv, execPath } = process
  if (options.every(option => execArgv.includes(option)) || process.channel) return
  const args = [execPath, ...options, ...execArgv, file, ...process.argv.slice(2)]
  process.execve?.(execPath, args, { ...environment, ...process.env })
}
