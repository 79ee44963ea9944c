import { useEffect, useState } from 'react';

/** Time the loader stays from the start of the page, in milliseconds (specification, chapter 9). */
const shownFor = 600;

/** Full-screen loader of the first load. index.html draws the same one until the code is there; this one ends its 600 ms. */
export function AppLoader() {
  const [isShown, setShown] = useState(() => performance.now() < shownFor);
  useEffect(() => {
    const timer = setTimeout(() => setShown(false), Math.max(0, shownFor - performance.now()));
    return () => clearTimeout(timer);
  }, []);
  return isShown ? <div className="app-loader"><p role="status">Chargement de l'application...</p></div> : null;
}
