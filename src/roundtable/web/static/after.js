// After the match, beside its replay: chances, turning points, what a Champion preferred, guessing, notes, playing on.
import { html, nothing, svg } from "./vendor/lit/lit-html.js";
import { painted } from "./symbols.js";

/** @typedef {import("./scene").Scene} Scene */
/** @typedef {{at: number, known: number[], open: number[]}} Point */
/** @typedef {{move: number, words: string, best: string, why: string, sure: boolean, gain: number, given: string[], better: string[], weighed: {words: string, value: number}[]}} Judgement */
/** @typedef {{done: number, total: number, curve: Point[], turns: {at: number, words: string}[], answers: Judgement[]}} Review */
/** @typedef {{move: number, name: string, text: string, yours: boolean}} Note */
/** @typedef {{at: number, last: number, scene: Scene, seat: string, go: (at: number, seat?: string) => void}} Now */

const [WIDE, TALL] = [300, 110];
const SOON = 1500; // milliseconds between two looks at a review that is being worked out

const percent = (/** @type {number} */ share) => `${Math.round(100 * share)} %`;
const value = (/** @type {Event} */ event) => /** @type {HTMLSelectElement} */ (event.target).value;

export class After {
  /**
   * @param {string} base the address of the replay
   * @param {{name: string, title: string}[]} bots
   * @param {boolean} pictured whether the server draws
   * @param {() => void} draw
   */
  constructor(base, bots, pictured, draw) {
    this.base = base;
    this.bots = bots;
    this.pictured = pictured;
    this.draw = draw;
    this.seat = 0;
    this.said = "";
    /** @type {Map<number, Review>} by seat */ this.reviews = new Map();
    /** @type {Note[]} */ this.notes = [];
    /** @type {{move: number, said: string[], right: number, guessed: number} | null} */ this.guess = null;
    this.score = { right: 0, of: 0 };
    this.load(0);
    this.ask("/notes").then((told) => this.noted(told));
  }

  /**
   * @param {string} path
   * @param {Record<string, string>} [form]
   */
  async ask(path, form) {
    const answer = await fetch(this.base + path, form ? { method: "POST", body: new URLSearchParams(form) } : {});
    const told = await answer.json().catch(() => ({ error: "That did not work." }));
    this.said = told.error ?? "";
    return told;
  }

  /** @param {{notes?: Note[]}} told */
  noted(told) {
    this.notes = told.notes ?? this.notes;
    this.draw();
  }

  /**
   * @param {number} seat
   * @param {boolean} [wanted] ask for it to be worked out
   */
  async load(seat, wanted = false) {
    this.seat = seat;
    const told = wanted ? await this.ask("/review", { seat: String(seat) }) : await this.ask(`/review?seat=${seat}`);
    if (told.curve) this.reviews.set(seat, told);
    if (told.curve && told.done < told.total) setTimeout(() => this.load(this.seat), SOON);
    this.draw();
  }

  /**
   * @param {Now} now
   * @param {number} from
   */
  async begin(now, from) {
    const told = await this.ask(`/guess?seat=${this.seat}&from=${from}`);
    this.guess = told.move ? { ...told, guessed: -1 } : null;
    if (this.guess) now.go(this.guess.move - 1, String(this.seat));
    else this.said ||= `That was the last one: ${this.score.right} of ${this.score.of} guessed.`;
    this.draw();
  }

  /** @param {number} which */
  take(which) {
    if (!this.guess || this.guess.guessed >= 0) return;
    this.guess.guessed = which;
    this.score.of += 1;
    if (which === this.guess.right) this.score.right += 1;
    this.draw();
  }

  /** @param {Now} now */
  view(now) {
    const review = this.reviews.get(this.seat);
    const panels = [...now.scene.panels].sort((a, b) => a.seat - b.seat);
    const name = panels[this.seat]?.name ?? "";
    const working = review && review.done < review.total;
    return html`<section class="after" aria-label="After the match">
      <div class="after-head">
        <h2>Review</h2>
        <label><span class="hidden">Whose answers</span><select @change=${(/** @type {Event} */ event) => this.load(Number(value(event)))}>
          ${panels.map((panel) => html`<option value=${panel.seat} ?selected=${panel.seat === this.seat}>${panel.name}${panel.person ? ` (${panel.person})` : ""}</option>`)}
        </select></label>
      </div>
      ${review ? this.curveView(review, now, panels) : nothing}
      ${working ? html`<progress max=${review.total} value=${review.done} aria-label="How far the review has come"></progress>` : nothing}
      ${review ? nothing : html`<p class="faint">How everybody's chances went, and what a Champion would have done with what ${name} knew.</p>
        <button type="button" class="button" @click=${() => this.load(this.seat, true)}><span>Review ${name}'s answers</span></button>`}
      ${this.said ? html`<p class="notice" role="alert">${this.said}</p>` : nothing}
      ${this.guess ? this.guessView(now, name) : this.judgedView(review, now, name)}
      ${review?.turns.length && !this.guess ? html`<h3>Turning points</h3><ul class="turns">${review.turns.map((turn) => html`<li><button type="button" class="plain" @click=${() => now.go(turn.at)}>${turn.words}</button></li>`)}</ul>` : nothing}
      ${this.notesView(now)}
      <details class="more"><summary>Play on from here, share</summary>
        <form method="post" action="${this.base}/play-on" class="play-on">
          <input type="hidden" name="at" .value=${String(now.at)} /><input type="hidden" name="seat" .value=${String(this.seat)} />
          <label>Against <select name="bot">${this.bots.map((bot) => html`<option value=${bot.name} ?selected=${bot.name === "squire"}>${bot.title}</option>`)}</select></label>
          <button class="button" ?disabled=${now.at >= now.last}><span>Play on as ${name}</span></button>
        </form>
        <p class="faint">Everybody knows what they knew at this moment; what is drawn from now on is new.</p>
        <label>Link to this moment <input readonly .value=${`${location.origin}${this.base}?at=${now.at}`} @focus=${(/** @type {FocusEvent} */ event) => /** @type {HTMLInputElement} */ (event.target).select()} /></label>
        <label>On your own page <input readonly .value=${`<iframe src="${location.origin}${this.base.replace("/replay/", "/embed/")}?at=${now.at}" width="900" height="600"></iframe>`} @focus=${(/** @type {FocusEvent} */ event) => /** @type {HTMLInputElement} */ (event.target).select()} /></label>
        ${this.pictured ? html`<p><a href="${this.base}/picture.png?at=${now.at}" download>This moment as a picture</a> · <a href="${this.base}/match.png" download>The match as a moving picture</a></p>` : nothing}
      </details>
    </section>`;
  }

  /**
   * @param {Review} review
   * @param {Now} now
   * @param {import("./scene").Panel[]} panels
   */
  curveView(review, now, panels) {
    const x = (/** @type {number} */ at) => (now.last ? (at / now.last) * WIDE : 0);
    const line = (/** @type {(point: Point) => number} */ of) =>
      review.curve.map((point) => `${x(point.at).toFixed(1)},${(TALL - 5 - of(point) * (TALL - 10)).toFixed(1)}`).join(" ");
    const here = review.curve.filter((point) => point.at <= now.at).at(-1);
    const go = (/** @type {MouseEvent} */ event) => {
      const box = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
      now.go(Math.round(((event.clientX - box.left) / box.width) * now.last));
    };
    return html`<figure class="curve">
      <svg viewBox="0 0 ${WIDE} ${TALL}" preserveAspectRatio="none" role="img" aria-label="Chances over the match" @click=${go}>
        <line class="half" x1="0" x2=${WIDE} y1=${TALL / 2} y2=${TALL / 2}></line>
        ${panels.map((panel) => svg`<polyline class="open ${panel.seat === this.seat ? "mine" : ""}" style=${painted(panel.arms.colour)} points=${line((point) => point.open[panel.seat])}></polyline>`)}
        ${panels.filter((panel) => panel.seat === this.seat).map((panel) => svg`<polyline class="known" style=${painted(panel.arms.colour)} points=${line((point) => point.known[panel.seat])}></polyline>`)}
        <line class="now" x1=${x(now.at)} x2=${x(now.at)} y1="0" y2=${TALL}></line>
      </svg>
      <figcaption>
        ${here ? html`<ul class="shares">${panels.map((panel) => html`<li class=${panel.seat === this.seat ? "mine" : ""}><i style=${painted(panel.arms.colour)}></i>${panel.name} <b>${percent(here.open[panel.seat])}</b></li>`)}</ul>
          <p class="faint">Solid: what ${panels[this.seat]?.name} could expect with what they knew (${percent(here.known[this.seat])}). Dashed: with everything open. What lies between the two is luck.</p>` : nothing}
      </figcaption>
    </figure>`;
  }

  /**
   * @param {Review | undefined} review
   * @param {Now} now
   * @param {string} name
   */
  judgedView(review, now, name) {
    const answers = review?.answers ?? [];
    const here = answers.find((one) => one.move === now.at + 1);
    const next = answers.find((one) => one.sure && one.move > now.at + 1);
    return html`${here
        ? html`<div class="judged ${here.sure ? "better" : ""}"><p>${name} answers <b>${here.words}</b>.</p>
            ${here.best === here.words ? nothing : html`<p>A Champion prefers <b>${here.best}</b>${here.sure ? html`: it promised ${percent(here.gain)} more` : nothing}.</p>`}
            <p class="faint">${here.why}</p></div>`
        : nothing}
      <p class="buttons">
        ${next ? html`<button type="button" class="button quiet" @click=${() => now.go(next.move - 1, String(this.seat))}><span>Next mistake</span></button>` : nothing}
        <button type="button" class="button quiet" @click=${() => this.begin(now, now.at + 1)}><span>Guess ${name}'s moves</span></button>
      </p>`;
  }

  /**
   * @param {Now} now
   * @param {string} name
   */
  guessView(now, name) {
    const guess = this.guess;
    if (!guess) return nothing;
    const known = guess.guessed >= 0;
    const judged = this.reviews.get(this.seat)?.answers.find((one) => one.move === guess.move);
    return html`<div class="guessing"><p><b>What did ${name} answer?</b> <span class="faint">${this.score.right} of ${this.score.of}</span></p>
      <ol>${guess.said.map((words, i) => html`<li><button type="button" class="button quiet ${known && i === guess.right ? "right" : ""} ${known && i === guess.guessed && i !== guess.right ? "wrong" : ""}" ?disabled=${known} @click=${() => this.take(i)}><span>${words}</span></button></li>`)}</ol>
      ${known ? html`<p role="status">${guess.guessed === guess.right ? "Right." : `No: ${guess.said[guess.right]}.`} ${judged && judged.best !== judged.words ? `A Champion prefers ${judged.best}.` : nothing}</p>` : nothing}
      <p class="buttons">${known ? html`<button type="button" class="button" @click=${() => this.begin(now, guess.move + 1)}><span>Next</span></button>` : nothing}
        <button type="button" class="button quiet" @click=${() => { this.guess = null; this.draw(); }}><span>Enough</span></button></p></div>`;
  }

  /** @param {Now} now */
  notesView(now) {
    const here = this.notes.filter((note) => note.move === now.at);
    const others = this.notes.filter((note) => note.move !== now.at);
    const write = (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      const form = /** @type {HTMLFormElement} */ (event.target);
      const text = /** @type {HTMLInputElement} */ (form.elements.namedItem("text")).value;
      this.ask("/notes", { move: String(now.at), text }).then((told) => this.noted(told));
      form.reset();
    };
    return html`<details class="more notes" ?open=${here.length > 0}><summary>Notes${this.notes.length ? ` (${this.notes.length})` : ""}</summary>
      ${here.map((note) => html`<p><b>${note.name}</b> ${note.text}</p>`)}
      ${others.length ? html`<ul class="turns">${others.map((note) => html`<li><button type="button" class="plain" @click=${() => now.go(note.move)}>${note.move}: ${note.text}</button></li>`)}</ul>` : nothing}
      <form @submit=${write}><label>Beside this moment <input name="text" maxlength="300" autocomplete="off" /></label><button class="button quiet"><span>Note it</span></button></form>
    </details>`;
  }
}
