/** Why a delivery failed, in words that tell nothing about a network behind the service. */
export const WEBHOOK_ERRORS = {
  status: 'The receiver did not answer with a status from 200 to 299',
  redirect: 'The receiver answered with a redirect, which is not followed',
  timeout: 'The receiver did not answer within {seconds} seconds',
  unreachable: 'No connection to the receiver was possible, or it broke off',
  unknown_name: 'The name of the receiver could not be resolved',
  inside: 'The receiver has an address that the operator of this notebook has not allowed',
  tls: 'The certificate of the receiver is not valid, or it does not speak TLS',
  secret: 'The secret cannot be decrypted on this server: rotate it',
} as const

export type WebhookError = keyof typeof WEBHOOK_ERRORS

/** How long a receiver may take for its answer. */
export const WEBHOOK_SECONDS = 15

/** The sentence of an error, as the API gives it. */
export function webhookErrorText(error: WebhookError): string {
  return WEBHOOK_ERRORS[error].replace('{seconds}', String(WEBHOOK_SECONDS))
}
