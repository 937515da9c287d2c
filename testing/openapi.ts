import assert from 'node:assert/strict'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { Answer } from './http.ts'

interface DescribedResponse {
  headers?: Record<string, { required?: boolean }>
  content?: Record<string, unknown>
}

interface Described {
  paths: Record<string, Record<string, { responses: Record<string, DescribedResponse> }>>
}

/** Fails unless the answer is what the document promises for this operation: status, headers, media type and JSON body. */
type Holder = (method: string, path: string, answer: Answer) => void

const DOCUMENT = 'https://openapi.example/document.json'

/** Holds answers against an OpenAPI 3.1 document; its schemas are JSON Schema 2020-12. */
export function holderOf(document: Described): Holder {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  formats.default(ajv)
  ajv.addSchema({ ...document, $id: DOCUMENT })
  return (method, path, answer) => {
    const where = `${method} ${path} ${answer.status}`
    const response = document.paths[path]?.[method]?.responses[answer.status]
    assert.ok(response, `${where} is not in the document`)
    for (const [name, { required }] of Object.entries(response.headers ?? {})) {
      if (required) assert.ok(answer.headers[name.toLowerCase()] !== undefined, `${where} lacks ${name}`)
    }
    if (!response.content) return assert.equal(answer.body.length, 0, `${where} has a body`)
    const type = typeOf(answer)
    const described = Object.keys(response.content).find(name => withoutParameters(name) === type)
    assert.ok(described, `${where} is ${type}`)
    if (!type.endsWith('json')) return
    const pointer = [
      'paths',
      path,
      method,
      'responses',
      String(answer.status),
      'content',
      described,
      'schema',
    ]
    const validate = ajv.compile({ $ref: `${DOCUMENT}#/${pointer.map(escapePointer).join('/')}` })
    assert.ok(validate(JSON.parse(answer.text)), `${where}: ${ajv.errorsText(validate.errors)}`)
  }
}

const withoutParameters = (mediaType: string): string => mediaType.replace(/\s*;.*/, '')
const typeOf = ({ headers }: Answer): string => withoutParameters(headers['content-type'] ?? '')

/** Escapes a part of a JSON Pointer for use in a URI fragment (RFC 6901 §6). */
const escapePointer = (part: string): string =>
  encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))
