// Who thinks: as many workers as the device has cores, each made when all others are busy.

const KEPT = 8; // thoughts whose length is remembered

export class Thinkers {
  /** @param {(key: number, answer: string) => void} tell */
  constructor(tell) {
    this.tell = tell;
    /** @type {Map<Worker, {key: number, began: number} | null>} what each thinks about */
    this.workers = new Map();
    /** @type {{key: number, parcel: Uint8Array}[]} */
    this.waiting = [];
    /** @type {number[]} how long the last thoughts took */
    this.lengths = [];
  }

  static get cores() {
    return Math.max(1, navigator.hardwareConcurrency || 1);
  }

  /** Have one worker ready before the first thought. */
  warm() {
    if (!this.workers.size) this.hire();
  }

  hire() {
    const worker = new Worker(new URL("./thinker.js", import.meta.url), { type: "module" });
    this.workers.set(worker, null);
    worker.onmessage = ({ data }) => this.thought(worker, data.key, data.answer);
    worker.onerror = () => {
      const thought = this.workers.get(worker);
      this.workers.delete(worker);
      worker.terminate();
      if (thought) this.tell(thought.key, "");
    };
    return worker;
  }

  /**
   * @param {number} key
   * @param {Uint8Array} parcel
   */
  think(key, parcel) {
    this.waiting.push({ key, parcel });
    this.next();
  }

  next() {
    while (this.waiting.length) {
      const idle = [...this.workers].find(([, thought]) => thought === null)?.[0];
      const worker = idle ?? (this.workers.size < Thinkers.cores ? this.hire() : null);
      if (!worker) return;
      const { key, parcel } = /** @type {{key: number, parcel: Uint8Array}} */ (this.waiting.shift());
      this.workers.set(worker, { key, began: performance.now() });
      worker.postMessage({ key, parcel }, [parcel.buffer]);
    }
  }

  /**
   * A thought that has ended is told when such a thought usually ends: how soon it came must not tell what it was about.
   * @param {Worker} worker
   * @param {number} key
   * @param {string} answer
   */
  thought(worker, key, answer) {
    const thought = this.workers.get(worker);
    const took = performance.now() - (thought?.began ?? 0);
    const usual = Math.max(0, ...this.lengths);
    this.lengths = [...this.lengths, took].slice(-KEPT);
    this.workers.set(worker, null);
    setTimeout(() => this.tell(key, answer), Math.max(0, usual - took));
    this.next();
  }

  /** @param {number[]} keys nobody waits for these any more */
  drop(keys) {
    this.waiting = this.waiting.filter(({ key }) => !keys.includes(key));
  }
}
