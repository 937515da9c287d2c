import assert from 'node:assert/strict'
import { aMemberWithRole } from '#testing/colleagues.ts'
import { withRunningService } from '#testing/service.ts'

withRunningService(
  'members see the page with settings that are not saved, framed by the dashboard alone',
  async it => {
    const viewer = await aMemberWithRole(it, 'viewer')
    const path = `/app/api/accounts/${it.account.publicId}/page/preview`
    const { status, headers, text } = await it.ask(
      `${path}?title=News+%3Cof%3E+Acme&accent=%23zz&intro=&showsPullRequests=false&logo=`,
      { headers: { Cookie: viewer.cookie() } },
    )
    assert.equal(status, 200)
    assert.match(text, /<h1 lang="en" dir="auto">News &lt;of&gt; Acme<\/h1>/)
    assert.match(text, /<base target="_blank">/)
    const policy = String(headers['content-security-policy'])
    assert.match(policy, /script-src 'none'.*frame-ancestors 'self'/)
    assert.equal((await it.ask(`/c/${it.account.publicId}`)).status, 404, 'the page itself stays off')
    assert.equal((await it.ask(path)).status, 401)
  },
)
