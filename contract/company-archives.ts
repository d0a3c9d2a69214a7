import { z } from 'zod';
import { call } from './call.ts';
import { idValue } from './entity.ts';

/** Of a company's export that is brought in. */
export const archiveBytesMax = 20 * 1024 * 1024 * 1024;

export const exportCompany = call(
  'companies/export',
  'Everything of a company as a ZIP file, made by a job: rows as JSON lines, mails and attachments as they came. Passwords and tokens stay out. The password must have been confirmed a moment ago',
  {
    data: z.strictObject({ company_id: idValue, request_id: z.uuid() }),
    answer: z.strictObject({ job_id: idValue }),
    errors: ['not_found', 'forbidden', 'password_needed', 'sign_in_needed', 'too_many_jobs'],
  },
);

/** `POST companies/{id}/import`, multipart, one part named `file`: fills a company that holds nothing yet. */
export const importAnswer = z.strictObject({ job_id: idValue });

export const companyContent = call('companies/content', 'Whether a company holds anything that an import would meet', {
  data: z.strictObject({ company_id: idValue }),
  answer: z.strictObject({ is_empty: z.boolean() }),
  errors: ['not_found', 'forbidden'],
});
