extension ChoiceSheet.Rendering {
  /// The body of a page, without the script. The size of the pictures and the omissions are inserted.
  static let body = #"""
    <main>
    <noscript><p>This page compares pictures with a script, which this browser does not run.</p></noscript>
    <section id="stage" aria-label="Comparison">
    <div id="choose">
    <div class="side"><label for="left">Left</label>
    <div class="pick"><button type="button" data-step="-1" data-of="left" aria-label="Previous on the left">‹</button><select id="left"></select><button type="button" data-step="1" data-of="left" aria-label="Next on the left">›</button></div></div>
    <button type="button" id="swap">Swap</button>
    <div class="side"><label for="right">Right</label>
    <div class="pick"><button type="button" data-step="-1" data-of="right" aria-label="Previous on the right">‹</button><select id="right"></select><button type="button" data-step="1" data-of="right" aria-label="Next on the right">›</button></div></div>
    <div class="side" id="times"><label for="time">Picture at</label>
    <div class="pick"><select id="time"></select></div></div>
    </div>
    <div id="view" class="SHAPE">
    <div>
    <figure id="figure" style="max-width: min(calc(WIDTHpx * 1.6), calc(80vh * WIDTH / HEIGHT))">
    <img id="under" width="WIDTH" height="HEIGHT" alt="" draggable="false">
    <img id="over" width="WIDTH" height="HEIGHT" alt="" draggable="false">
    <span id="line" aria-hidden="true"></span>
    <figcaption><span id="name-left"></span><span id="name-right"></span></figcaption>
    </figure>
    <div id="slide"><label for="split">Divider</label><input type="range" id="split" min="0" max="100" step="0.5" value="50"><output id="share" for="split"></output></div>
    <p id="same" role="status"></p>
    </div>
    <div id="beside">
    <table id="two">
    <caption>Numbers of the two choices</caption>
    <thead><tr><td></td><th scope="col">Left</th><th scope="col">Right</th></tr></thead>
    <tbody></tbody>
    </table>
    <div id="commands">
    <div><h2>Command on the left</h2><pre id="command-left" tabindex="0"></pre><button type="button" data-copy="left">Copy</button></div>
    <div><h2>Command on the right</h2><pre id="command-right" tabindex="0"></pre><button type="button" data-copy="right">Copy</button></div>
    </div>
    </div>
    </div>
    <p id="copied" role="status"></p>
    </section>
    <section>
    <h2>All choices on this page</h2>
    <p>A name shows that choice on the right; a heading sorts.</p>
    <div id="scroll" tabindex="0" role="region" aria-label="Table of all choices"><table id="all"><thead><tr></tr></thead><tbody></tbody></table></div>
    </section>
    <section>
    <!-- left out -->
    <h2>What the numbers mean</h2>
    <dl>
    <dt>26 cd/m², 203 cd/m²</dt><dd>What becomes of 18 % gray and of reference white (ITU-R BT.2408): the 8-bit code, full range, of SDR with BT.1886.</dd>
    <dt>Clipped</dt><dd>Pixels of which a component of R′G′B′ is 0.995 or more. A saturated light reaches that with one component and without being white.</dd>
    <dt>Hue</dt><dd>How far the angle in the Ct, Cp plane of ICtCp turns, mean and 95th percentile. Pixels whose source has a chroma below 0.02 are left out; each other weighs the geometric mean of its chroma before and after.</dd>
    <dt>Chroma kept</dt><dd>The sum of ICtCp chroma through that of the source, of the same pixels. It falls with luminance too: a dimmer color has less.</dd>
    <dt class="jod">JOD</dt><dd class="jod">ColorVideoVDP against the HDR picture on a display that shows all of it: 10 is no visible difference.</dd>
    <dt>Untouched</dt><dd>The movie's signal as an SDR display shows it that ignores the movie's tags.</dd>
    </dl>
    <p>Pictures are JPEGs in sRGB, scaled after their light was mapped. The numbers come from the same pictures with 16 bits.</p>
    </section>
    </main>
    """#

  /// The style sheet. Its grays are neutral, since surroundings influence how colors are seen.
  static let style = #"""
    :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; color: #1b1b1b; background: #f3f3f3; accent-color: #4a4a4a; }
    body { margin: 0 auto; padding: 1rem 1.25rem 3rem; max-width: 82rem; }
    h1 { font-size: 1.35rem; line-height: 1.25; margin: 0; overflow-wrap: anywhere; }
    h2 { font-size: 1.05rem; margin: 2rem 0 .5rem; }
    header p, header nav { margin: .25rem 0 0; color: #555; }
    nav a, nav b { display: inline-block; padding: 0 .4rem; color: inherit; }
    button, select { font: inherit; color: inherit; background: #fff; border: 1px solid #a8a8a8; border-radius: .35rem; min-height: 2.25rem; padding: 0 .6rem; }
    button { cursor: pointer; }
    button:hover { border-color: #555; }
    :focus-visible { outline: 3px solid #d97a00; outline-offset: 2px; }
    #choose { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: end; margin: 1rem 0 .75rem; }
    .side { flex: 1 1 15rem; min-width: 0; }
    .side label { display: block; font-weight: 600; }
    .pick { display: flex; gap: .3rem; }
    .pick select { flex: 1; min-width: 0; text-overflow: ellipsis; }
    #times { flex: 0 1 9rem; }
    figure { position: relative; margin: 0 auto; background: #808080; border-radius: .35rem; overflow: hidden; cursor: ew-resize; touch-action: pan-y; user-select: none; }
    figure img { display: block; width: 100%; height: auto; }
    #over { position: absolute; inset: 0; height: 100%; }
    #line { position: absolute; top: 0; bottom: 0; width: 2px; margin-left: -1px; background: #fff; box-shadow: 0 0 0 1px #0007; pointer-events: none; }
    figcaption { position: absolute; inset: auto 0 0 0; display: flex; justify-content: space-between; gap: 1rem; padding: .5rem; pointer-events: none; font-size: .9rem; }
    figcaption span { background: #000b; color: #fff; padding: .1rem .5rem; border-radius: .25rem; }
    #slide { display: flex; gap: .75rem; align-items: center; margin-top: .5rem; }
    #slide input { flex: 1; min-height: 2.25rem; }
    #slide output { min-width: 3.2em; text-align: right; font-variant-numeric: tabular-nums; }
    #same, #copied { min-height: 1.5em; margin: .25rem 0; color: #555; }
    table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
    th, td { padding: .3rem .75rem; text-align: right; border-bottom: 1px solid #d5d5d5; white-space: nowrap; }
    th:first-child, td:first-child { text-align: left; padding-left: 0; }
    tbody th { font-weight: 400; }
    #two { width: 100%; align-self: start; }
    #two caption { text-align: left; font-weight: 600; padding-bottom: .25rem; }
    #two td, #two thead th { width: 36%; }
    @media (min-width: 60rem) {
      #view.tall, #view.wide #beside { display: grid; grid-template-columns: minmax(0, 1fr) minmax(24rem, 1fr); gap: 0 2.5rem; align-items: start; }
      #view.wide #commands h2:first-child { margin-top: 0; }
    }
    #two thead th { white-space: normal; }
    #two tbody th { color: #555; }
    #scroll { max-height: 30rem; overflow: auto; border: 1px solid #d5d5d5; border-radius: .35rem; }
    #all { width: 100%; }
    #all thead th { position: sticky; top: 0; background: #e8e8e8; padding: 0; }
    #all thead button { border: 0; background: none; width: 100%; text-align: inherit; font-weight: 600; padding: .3rem .75rem; border-radius: 0; }
    #all tbody button { border: 0; background: none; min-height: 1.75rem; padding: 0 .75rem; text-align: left; text-decoration: underline; text-decoration-color: #aaa; text-underline-offset: .2em; }
    #all tbody td:first-child, #all tbody th { padding-left: 0; }
    #all tr.shown { background: #dedede; }
    #commands h2 { font-size: 1rem; margin: 1.25rem 0 .25rem; }
    pre { margin: 0 0 .5rem; padding: .6rem .75rem; background: #e6e6e6; border-radius: .35rem; white-space: pre-wrap; overflow-wrap: anywhere; font: .875rem/1.5 ui-monospace, monospace; }
    dl { margin: 0; max-width: 46rem; }
    dt { font-weight: 600; margin-top: .6rem; }
    dd { margin: 0; }
    @media (prefers-color-scheme: dark) {
      :root { color: #e6e6e6; background: #191919; accent-color: #c4c4c4; }
      header p, header nav, #same, #copied, #two tbody th { color: #aaa; }
      button, select { background: #2a2a2a; border-color: #5c5c5c; }
      button:hover { border-color: #aaa; }
      th, td, #scroll { border-color: #3a3a3a; }
      #all thead th { background: #2a2a2a; }
      #all tr.shown { background: #383838; }
      pre { background: #262626; }
    }

    """#

  /// The script that compares pictures. All controls are native, so they work by keyboard.
  static let script = #"""
    "use strict";
    const sheet = JSON.parse(document.getElementById("sheet").textContent);
    const get = id => document.getElementById(id);
    const make = (tag, properties) => Object.assign(document.createElement(tag), properties);
    const choices = sheet.choices;
    const nameOf = choice => choice.name || "untouched, as if SDR";
    const titleOf = choice => nameOf(choice) + (choice.default ? " (default)" : "");
    const fixed = (number, digits, unit = "") => number === undefined ? "–" : number.toFixed(digits) + unit;
    const hasJOD = choices.some(choice => choice.numbers.some(numbers => numbers.jod !== undefined));
    const columns = [
      ["26 cd/m² → code", choice => choice.gray, value => fixed(value, 1)],
      ["203 cd/m² → code", choice => choice.white, value => fixed(value, 1)],
      ["Clipped", (choice, time) => choice.numbers[time].clipped, value => fixed(value, 2, " %")],
      ["Hue, mean", (choice, time) => choice.numbers[time].hue, value => fixed(value, 2, "°")],
      ["Hue, 95 %", (choice, time) => choice.numbers[time].hue95, value => fixed(value, 1, "°")],
      ["Chroma kept", (choice, time) => choice.numbers[time].chroma, value => fixed(value, 2)],
    ];
    if (hasJOD) columns.push(["JOD", (choice, time) => choice.numbers[time].jod, value => fixed(value, 2)]);
    for (const part of document.querySelectorAll(".jod")) part.hidden = !hasJOD;

    const [left, right, time, split] = ["left", "right", "time", "split"].map(get);
    for (const select of [left, right]) {
      let group;
      choices.forEach((choice, index) => {
        if (choice.group && choice.group !== group?.label) {
          group = make("optgroup", { label: choice.group });
          select.append(group);
        }
        (choice.group ? group : select).append(make("option", { textContent: titleOf(choice), value: index }));
      });
    }
    sheet.times.forEach((text, index) => time.append(make("option", { textContent: text, value: index })));
    get("times").hidden = sheet.times.length < 2;

    const number = select => Number(select.value);
    const picture = choice => "data:image/jpeg;base64," + sheet.jpeg[choice.pictures[number(time)]];

    let sorted = { column: -1, down: true };
    const head = get("all").tHead.rows[0];
    [["Choice"], ...columns].forEach(([title], place) => {
      const onclick = () => {
        sorted = { column: place - 1, down: sorted.column === place - 1 ? !sorted.down : true };
        list();
      };
      const cell = make("th", { scope: "col" });
      cell.append(make("button", { textContent: title, type: "button", onclick }));
      head.append(cell);
    });

    function rowOf(name, texts) {
      const row = make("tr");
      row.append(name, ...texts.map(text => make("td", { textContent: text })));
      return row;
    }

    function list() {
      const order = choices.map((_, index) => index);
      const column = columns[sorted.column];
      if (column) {
        const value = index => column[1](choices[index], number(time)) ?? Infinity;
        order.sort((a, b) => value(a) - value(b) || a - b);
      }
      if (!sorted.down) order.reverse();
      [...head.cells].forEach((cell, place) => {
        cell.ariaSort = place - 1 === sorted.column ? (sorted.down ? "ascending" : "descending") : "none";
      });
      get("all").tBodies[0].replaceChildren(...order.map(index => {
        const onclick = () => { right.value = index; show(); };
        const name = make("th", { scope: "row" });
        name.append(make("button", { textContent: titleOf(choices[index]), type: "button", onclick }));
        const row = rowOf(name, columns.map(([, value, text]) => text(value(choices[index], number(time)))));
        row.dataset.choice = index;
        return row;
      }));
      mark();
    }

    function mark() {
      for (const row of get("all").tBodies[0].rows) {
        row.classList.toggle("shown", [left.value, right.value].includes(row.dataset.choice));
      }
    }

    function divide() {
      const share = Number(split.value);
      get("over").style.clipPath = `inset(0 ${100 - share}% 0 0)`;
      get("line").style.left = share + "%";
      get("share").textContent = Math.round(share) + " %";
      split.setAttribute("aria-valuetext", `left ${Math.round(share)} %`);
    }

    function show() {
      const pair = [choices[number(left)], choices[number(right)]];
      [["over", "left"], ["under", "right"]].forEach(([image, side], place) => {
        const choice = pair[place];
        get(image).src = picture(choice);
        get(image).alt = `${side}: ${nameOf(choice)}`;
        get("name-" + side).textContent = nameOf(choice);
        get("two").tHead.rows[0].cells[place + 1].textContent = nameOf(choice);
        get("command-" + side).textContent = choice.command || (choice.name ? "No command has this choice." : "No command: it is the movie itself.");
        document.querySelector(`[data-copy=${side}]`).hidden = !choice.command;
      });
      get("two").tBodies[0].replaceChildren(...columns.map(([title, value, text]) => {
        const name = make("th", { textContent: title, scope: "row" });
        return rowOf(name, pair.map(choice => text(value(choice, number(time)))));
      }));
      get("same").textContent = pair[0] !== pair[1] && picture(pair[0]) === picture(pair[1]) ? "These two choices give the same picture here." : "";
      mark();
    }

    for (const select of [left, right]) select.onchange = show;
    time.onchange = () => { show(); list(); };
    split.oninput = divide;
    get("swap").onclick = () => { [left.value, right.value] = [right.value, left.value]; show(); };
    for (const button of document.querySelectorAll("[data-step]")) {
      button.onclick = () => {
        const select = get(button.dataset.of);
        select.value = (number(select) + Number(button.dataset.step) + choices.length) % choices.length;
        show();
      };
    }
    const figure = get("figure");
    const follow = event => {
      const box = figure.getBoundingClientRect();
      split.value = 100 * (event.clientX - box.left) / box.width;
      divide();
    };
    figure.onpointerdown = event => { figure.setPointerCapture(event.pointerId); follow(event); };
    figure.onpointermove = event => { if (figure.hasPointerCapture(event.pointerId)) follow(event); };
    for (const button of document.querySelectorAll("[data-copy]")) {
      button.onclick = async () => {
        const text = get("command-" + button.dataset.copy);
        let isCopied = true;
        try { await navigator.clipboard.writeText(text.textContent); } catch {
          getSelection().selectAllChildren(text);
          isCopied = document.execCommand("copy");
        }
        get("copied").textContent = isCopied ? "Copied." : "The browser does not copy; the command is selected.";
      };
    }
    left.value = 0;
    right.value = Math.min(1, choices.length - 1);
    divide();
    show();
    list();

    """#
}
