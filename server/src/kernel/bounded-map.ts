/** Adds an entry to a map of at most `most` entries. A full map first drops the oldest tenth. */
export const setBounded = <K, V>(map: Map<K, V>, key: K, value: V, most: number): void => {
  if (map.size >= most)
    for (const oldest of [...map.keys()].slice(0, most / 10)) map.delete(oldest);
  map.set(key, value);
};
