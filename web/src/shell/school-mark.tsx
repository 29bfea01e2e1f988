import { useState } from 'react';
import { useSchool } from '../lib/school.ts';
import { initials } from '../ui/avatar.tsx';

/**
 * The school's logo, or its initial on its color. `isOnBrand` means that the background has that color. It is decorative,
 * because the name is next to it or in the title.
 */
export function SchoolMark({
  size = 2.5,
  isOnBrand = false,
}: {
  size?: number;
  isOnBrand?: boolean;
}) {
  const { logo, name } = useSchool();
  const [hasFailed, setFailed] = useState(false);
  const side = { width: `${size}rem`, height: `${size}rem` };
  if (logo && !hasFailed)
    return (
      <img
        src={logo}
        alt=""
        style={side}
        onError={() => setFailed(true)}
        className="rounded-card object-contain"
      />
    );
  return (
    <span
      aria-hidden
      style={side}
      className={`grid place-items-center rounded-card border text-lg font-bold ${isOnBrand ? 'border-current/40' : 'border-brand-edge bg-brand text-on-brand'}`}
    >
      {initials(name).slice(0, 1)}
    </span>
  );
}
