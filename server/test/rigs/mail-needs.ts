import { needs, provision } from '../../../tools/test-provision.ts';

/** Vitest's global setup of the projects that talk to real mail servers and a real Redis. */
export function setup(): void {
  provision([...needs.mail, ...needs.redis]);
}
