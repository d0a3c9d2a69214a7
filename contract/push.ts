import { z } from 'zod';
import { call, nothing } from './call.ts';
import { idValue, timeValue } from './entity.ts';

/** The one that was used longest ago gives way when there are more. */
export const pushDevicesPerPersonMax = 10;
export const pushEndpointLengthMax = 1_000;

/** As `PushSubscription.endpoint` has it. Where it may lead is judged when it is needed. */
const endpoint = z
  .string()
  .max(pushEndpointLengthMax, { abort: true })
  .regex(/^https:\/\/[\x21-\x7e]+$/);
/** An uncompressed point of P-256 and 16 bytes, base64url without padding (RFC 8291, section 3.1 and 3.2). */
const p256dh = z.string().regex(/^B[\w-]{86}$/);
const auth = z.string().regex(/^[\w-]{22}$/);

const pushDevice = z.strictObject({
  id: idValue,
  browser: z.string().nullable(),
  system: z.string().nullable(),
  kind: z.enum(['desktop', 'phone', 'tablet', 'other']),
  ip: z.string().nullable(),
  country: z.string().nullable(),
  added: timeValue,
  /** When news last arrived there; the day it was turned on when none has so far. */
  last_used: timeValue,
  is_current: z.boolean(),
});
export type PushDevice = z.output<typeof pushDevice>;
const devices = z.strictObject({ devices: z.array(pushDevice) });

export const getPushDevices = call(
  'push/devices',
  'The devices of the signed-in person that get news, and the key by which browsers let this installation send',
  {
    data: nothing,
    answer: z.strictObject({ ...devices.shape, public_key: z.string() }),
  },
);

export const subscribePush = call('push/subscribe', 'This device gets news from now on, as long as its session lasts', {
  data: z.strictObject({
    endpoint,
    keys: z.strictObject({ p256dh, auth }),
    /** The endpoint that the browser gave up for this one. Named and unknown, nothing is turned on. */
    replaces: endpoint.optional(),
  }),
  answer: nothing,
  errors: ['outbound_address_refused', 'not_found', 'too_many_requests'],
});

export const resumePush = call(
  'push/resume',
  'This device goes on getting news after its person has signed in again; one that was removed does not',
  {
    data: z.strictObject({ endpoint }),
    answer: z.strictObject({ is_on: z.boolean() }),
  },
);

export const unsubscribePush = call('push/unsubscribe', 'A device of the signed-in person gets no more news', {
  data: z.strictObject({ id: idValue }),
  answer: nothing,
  errors: ['not_found'],
});

export const tryPush = call('push/try', 'Sends a piece of news to a device, to see whether it arrives', {
  data: z.strictObject({ id: idValue }),
  answer: nothing,
  errors: ['not_found', 'too_many_requests'],
});

/** What the service worker gets: text that is finished, and where a click leads, on this very site. */
export const pushMessage = z.strictObject({
  title: z.string(),
  body: z.string(),
  path: z.string().regex(/^\/v1\//),
  /** News with the same tag replaces the one before. */
  tag: z.string(),
  at: z.int(),
});
export type PushMessage = z.output<typeof pushMessage>;
