import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AppError } from '#platform/errors.ts'
import { anAuthenticator } from '#testing/authenticator.ts'
import { REGISTRATION } from './answers.ts'
import { verifyRegistration } from './web-authn.ts'

const PARTY = { id: 'localhost', origin: 'http://localhost:8080' }
const CHALLENGE = Buffer.from('a challenge').toString('base64url')

test('an attestation with a certificate is refused before anything reads the certificate', async () => {
  const certificate = new Map([['x5c', [Uint8Array.from([0x30, 0x00])]]])
  for (const format of ['packed', 'fido-u2f', 'tpm', 'apple', 'android-key', 'android-safetynet']) {
    const made = anAuthenticator(PARTY.origin).make(CHALLENGE, format, certificate)
    await assert.rejects(
      verifyRegistration(PARTY, CHALLENGE, REGISTRATION.parse(made)),
      (error: AppError) => {
        assert.equal(error.code, 'invalid_parameter')
        assert.match(String(error.cause), new RegExp(`Attestation in the format ${format}$`))
        return true
      },
    )
  }
  const plain = anAuthenticator(PARTY.origin).make(CHALLENGE)
  assert.equal((await verifyRegistration(PARTY, CHALLENGE, REGISTRATION.parse(plain))).counter, 0)
})
