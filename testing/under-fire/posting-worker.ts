import { readFileSync } from 'node:fs'
import { readConfig } from '#app/config/config.ts'
import { openService } from '#app/open.ts'
import { openMail } from '#app/registry.ts'
import { networkContext, openSocial } from '#app/social.ts'
import { handleJob, type RegisteredJob } from '#platform/jobs/job.ts'
import { runWorker } from '#platform/jobs/worker.ts'
import { storedConnection } from '#social/accounts/credentials.ts'
import { socialAccountById } from '#social/accounts/social-account.ts'
import type { SocialContext } from '#social/context.ts'
import { socialJobs } from '#social/handlers.ts'
import { postJob } from '#social/jobs.ts'
import { postById } from '#social/posts/post.ts'

// A worker that only posts, in a hurry: what takes minutes takes seconds here. With "blindly" it breaks the rule that the intent is
// stored before the request, so that the harness can show that it would notice.

const [mode = ''] = process.argv.slice(2)
const config = readConfig(process.env, process.cwd(), path => readFileSync(path, 'utf8'))
const service = await openService(config, text => process.stderr.write(text), { migrate: false })
const social = openSocial(service, 'social network')
const limits = { timeoutMs: 1_000, idleMs: 1_000, maxBytes: 2_000_000 }
const context: SocialContext = {
  ...social,
  network: networkContext(config, service.clock, limits),
  timing: {
    settleMs: 3_000,
    lookUpWaitsMs: [500, 500, 1_000, 1_000, 2_000, 2_000, 4_000],
    gapMs: 0,
    fenceMs: 1_000,
  },
  transport: () => openMail(null, service.terminal),
}

/** A job that posts first and records it afterwards, and is simply run again if anything goes wrong. */
const blindJob = handleJob(postJob, {
  async run({ postId }, { signal }) {
    const post = await postById(service.db.read, postId)
    const account = await socialAccountById(service.db.read, post.socialAccountId)
    const network = await context.networks[account.network]()
    const client = network.open(
      context.network,
      await storedConnection(service.db.read, await context.secrets(), account.id),
    )
    const key = { id: service.ids.next(), createdAt: service.clock.now() }
    const plain = {
      key,
      text: post.text,
      language: 'en',
      visibility: 'public' as const,
      image: null,
      card: null,
    }
    const { id, url } = await client.publish(plain, signal)
    return async tx => {
      await tx
        .updateTable('post')
        .set({ state: 'posted', remote_id: id, remote_url: url })
        .where('id', '=', postId)
        .execute()
    }
  },
})

const jobs: RegisteredJob[] = mode === 'blindly' ? [blindJob] : socialJobs(context)
process.stdout.write('worker is running\n')
await runWorker(service, jobs, new AbortController().signal)
