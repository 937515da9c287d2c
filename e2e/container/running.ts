import { execFileSync } from 'node:child_process'
import { chownSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { until } from '../../testing/until.ts'
import { aFolder, type Lifetime, said } from '../checkout.ts'
import type { Installed } from '../installed.ts'

/** The user of the image, as its Dockerfile numbers it. */
const USER = 10_001

/** A container of the image as the compose files start it: on a read-only root, without privileges, with one volume. */
export interface RunningContainer extends Installed {
  /** Waits until the image's health check, run with these arguments where any are given, reports the container as healthy. */
  untilHealthy(...address: string[]): Promise<void>
  /** Whether that health check reports the container as healthy now. */
  isHealthy(...address: string[]): Promise<boolean>
  /** Runs a program in the container and gives what it printed. */
  run(...words: string[]): Promise<string>
  /** What the container has printed since it was created. */
  printed(): Promise<string>
  /** Kills the container, as a crash would. */
  kill(): Promise<void>
  startAgain(): Promise<void>
  /** Stops the container as an orchestrator does. Gives the exit code and how long it took. */
  stop(): Promise<{ code: number; milliseconds: number }>
}

interface Wanted {
  words: string[]
  port: number
  env?: Record<string, string>
  /** Folders of this machine that the container may read, at the same paths. */
  reads?: string[]
}

const podman = (...words: string[]) => said('podman', words, { cwd: '/' })

export async function aContainer(
  context: Lifetime,
  { words, port, env = {}, reads = [] }: Wanted,
): Promise<RunningContainer> {
  const data = join(aFolder(context), 'data')
  mkdirSync(data)
  chownSync(data, USER, USER)
  const mounts = [`${data}:/data`, ...reads.map(folder => `${folder}:${folder}:ro`)]
  const all = { PORT: String(port), TIDINGS_BASE_URL: `http://127.0.0.1:${port}`, ...env }
  const id = (
    await podman(
      ...['run', '--detach', '--init=false', '--read-only', '--read-only-tmpfs=false', '--stop-timeout=10'],
      ...['--tmpfs=/tmp:mode=1777,size=512m', '--cap-drop=all', '--security-opt=no-new-privileges'],
      ...mounts.map(mount => `--volume=${mount}`),
      ...Object.entries(all).map(([name, value]) => `--env=${name}=${value}`),
      ...['localhost/tidings', ...words],
    )
  ).trim()
  context.after(() => void execFileSync('podman', ['rm', '--force', '--time=0', id], { stdio: 'ignore' }))
  const run = (...program: string[]) => podman('exec', id, ...program)
  const isHealthy = (...address: string[]) =>
    run('node', '/opt/tidings/bin/healthy.mjs', ...address).then(
      () => true,
      () => false,
    )
  const printed = () => said('sh', ['-c', 'podman logs "$0" 2>&1', id], { cwd: '/' })
  const untilSeen = <T>(look: () => Promise<T>) =>
    until(look).catch(async error => {
      throw new Error(`Printed was: ${await printed()}`, { cause: error })
    })
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    link: page =>
      untilSeen(async () => {
        const links = await run('cat', '/data/links.txt').catch(() => '')
        return [...links.matchAll(new RegExp(`http\\S+/app/${page}#[\\w-]+`, 'g'))].at(-1)?.[0]
      }),
    command: (...rest) => run('tidings', ...rest),
    run,
    isHealthy,
    untilHealthy: async (...address) => void (await untilSeen(() => isHealthy(...address))),
    printed,
    async kill() {
      await podman('kill', '--signal=KILL', id)
      await podman('wait', id)
    },
    async startAgain() {
      await podman('start', id)
    },
    async stop() {
      const began = performance.now()
      await podman('kill', '--signal=TERM', id)
      const code = Number(await podman('wait', id))
      return { code, milliseconds: performance.now() - began }
    },
  }
}
