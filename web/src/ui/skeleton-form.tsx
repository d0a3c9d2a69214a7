import form from './form-page.module.css';
import { Bone } from './skeleton.tsx';
import c from './states.module.css';

const labels = ['18%', '26%', '14%', '22%'];

/** A form on its way: its bar and its fields where they will stand. */
export function SkeletonForm({ label }: { label: string }) {
  return (
    <div className={form.page}>
      <div className={form.bar}>
        <h1 className="sr">{label}</h1>
        <Bone width={160} />
      </div>
      <div className={form.body} role="status" aria-label={label}>
        <div className={c.fields}>
          {labels.map((width) => (
            <div key={width}>
              <Bone width={width} />
              <Bone height={36} />
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}
