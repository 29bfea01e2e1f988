import { useState, type CSSProperties } from 'react';
import { nameHash } from '../../lib/name-hash.ts';
import { sourcesOf } from '../../ui/picture-sources.ts';

/** <Cover name={name} url={person.largePhotoUrl} className="h-24" />: the cover picture, or hills in the school color that depend on the name. */
interface CoverProps {
  name: string;
  url: string | null;
  className?: string;
  isLazy?: boolean;
}

export function Cover({ name, url, className = '', isLazy = true }: CoverProps) {
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  if (url && url !== failedUrl) {
    return (
      <img
        src={url}
        {...sourcesOf(url, 'cover', isLazy ? 'auto, 24rem' : '(min-width: 48rem) 48rem, 100vw')}
        alt=""
        loading={isLazy ? 'lazy' : 'eager'}
        decoding="async"
        draggable={false}
        onError={() => setFailedUrl(url)}
        className={`cover-picture w-full bg-fill-2 object-cover ${className}`}
      />
    );
  }
  const hash = nameHash(name);
  const hills = {
    '--hill-left': `${hash % 45}%`,
    '--hill-right': `${55 + ((hash >>> 6) % 45)}%`,
    '--sun': `${10 + ((hash >>> 12) % 80)}%`,
  } as CSSProperties;
  return <div style={hills} className={`cover-band w-full ${className}`} />;
}
