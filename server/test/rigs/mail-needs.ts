import { needs, provision } from '../../../tools/test-provision.ts';

/** Vitest's global setup of the projects that talk to real mail servers. */
export function setup(): void {
  provision(needs.mail);
}
