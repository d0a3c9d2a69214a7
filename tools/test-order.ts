import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Each of these waits for most of its time: for a mail server, for a lease to run out, for what was killed to come back. One
 * at a time beside files that compute keeps the cores busy; one after the other at the end left them idle. Files of
 * one kind of database share processes as long as nothing stands between them: so these begin where the kind changes.
 */
const waiting: Readonly<Record<string, string>> = {
  'crashes.postfix.test.ts': 'api-embedded',
  'mailbox-trouble.postfix.test.ts': 'api-embedded-once',
  'two-servers.postfix.test.ts': 'api-postgres15',
};

/** The usual order, project by project and large files first, with those that wait before the project named for them. */
export class WaitingBetween extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const usual = await super.sort(files);
    const early = (file: TestSpecification) => waiting[file.moduleId.split('/').at(-1) ?? ''];
    const order = usual.filter((file) => !early(file));
    for (const file of usual.filter(early)) {
      const at = order.findIndex((one) => one.project.name === early(file));
      order.splice(at < 0 ? order.length : at, 0, file);
    }
    return order;
  }
}
