// Dice that roll in three dimensions, over the table. Loaded when dice are rolled first.

import {
  AmbientLight, CanvasTexture, DirectionalLight, Matrix4, Mesh, MeshStandardMaterial, OrthographicCamera, PlaneGeometry,
  Quaternion, Scene, ShadowMaterial, SRGBColorSpace, Vector3, VSMShadowMap, WebGLRenderer, type BufferGeometry,
} from 'three';
import { AMBIENT, FILLS, LIGHT, SUN } from './outline';
import { painted, type Colors } from './paint';
import type { Rolling } from './rolling';
import { shapeOf } from './shape';
import { lying, solidOf, type Lying, type Solid, type Vector } from './solids';
import { drawsFrom, poseAt, thrown, type Point, type Throw } from './throw';

const ROLL_MS = 800;
const FADE_MS = 120;
const FRAME_MS = 16;
/** A roll of which so few frames have been seen after this time is no pleasure. */
const SLOW_MS = 300;
const SLOW_FRAMES = 5;
const UP = new Vector3(0, 0, 1);

/** A die that rolls, and where it will lie: that may still move while it does. */
export interface Rolled extends Rolling {
  place: () => (Point & { size: number }) | undefined;
}

/** What whoever has dice rolled hears: of every frame, when all lie, when nothing of them is left, or that it goes too slowly. */
interface Heard {
  frame: () => void;
  lie: () => void;
  gone: () => void;
  slow: () => void;
}

interface Flying {
  die: Rolled;
  mesh: Mesh;
  solid: Solid;
  lies: Lying;
  rest: Quaternion;
  path: Throw;
}

export class Roller {
  private renderer: WebGLRenderer;
  private scene = new Scene();
  private camera = new OrthographicCamera();
  private sun = new DirectionalLight(0xffffff, SUN);
  private ground = new Mesh(new PlaneGeometry(1, 1), new ShadowMaterial({ opacity: 0.26 }));
  private shapes = new Map<number, BufferGeometry>();
  private coats = new Map<string, MeshStandardMaterial>();
  private flying: Flying[] = [];
  private frame = 0;
  private fade: Animation | undefined;
  private size = { width: 0, height: 0 };

  constructor(canvas: HTMLCanvasElement, context: WebGL2RenderingContext) {
    this.renderer = new WebGLRenderer({ canvas, context, alpha: true, antialias: true });
    canvas.setAttribute('aria-hidden', 'true');
    canvas.dataset['dice'] = '';
    Object.assign(canvas.style, { position: 'absolute', inset: '0', pointerEvents: 'none', zIndex: '6', borderRadius: 'inherit' });
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = VSMShadowMap;
    this.sun.castShadow = true;
    this.sun.shadow.mapSize.setScalar(512);
    this.sun.shadow.radius = 3;
    this.sun.shadow.blurSamples = 8;
    // Flat ground seen at a slant would shade itself.
    this.sun.shadow.bias = -0.004;
    this.ground.receiveShadow = true;
    this.scene.add(this.ground, this.sun, this.sun.target, new AmbientLight(0xffffff, AMBIENT));
  }

  /** Everything that takes its time the first time, before it is needed. */
  warm(sides: number[], colors: Colors): void {
    this.fit(8, 8);
    for (const count of new Set(sides)) {
      const solid = solidOf(count);
      if (solid) this.scene.add(this.meshOf(solid, colors, 1));
    }
    this.renderer.render(this.scene, this.camera);
    this.clear();
  }

  /** Rolls dice over a stage. Who stops it hears no more of it. */
  roll(stage: HTMLElement, dice: Rolled[], hand: Point, colors: Colors, hear: Heard): void {
    this.stop();
    const draw = drawsFrom(dice.map((die) => `${die.key} ${die.face}`).join());
    dice.forEach((die, index) => this.throwIn(die, hand, colors, draw, index));
    const canvas = this.renderer.domElement;
    stage.append(canvas);
    let begun = 0;
    let frames = 0;
    const step = (now: number) => {
      frames += 1;
      // The first frame may take long; that is no part of the roll.
      if (frames <= 2) begun = now - (frames - 1) * FRAME_MS;
      const time = Math.min(1, (now - begun) / ROLL_MS);
      if (now - begun > SLOW_MS && frames < SLOW_FRAMES) return hear.slow();
      hear.frame();
      this.draw(stage, time);
      if (time < 1) this.frame = requestAnimationFrame(step);
      else {
        hear.lie();
        this.fade = canvas.animate([{ opacity: 1 }, { opacity: 0 }], FADE_MS);
        this.fade.onfinish = hear.gone;
      }
    };
    this.frame = requestAnimationFrame(step);
  }

  stop(): void {
    cancelAnimationFrame(this.frame);
    if (this.fade) this.fade.onfinish = null;
    this.fade?.cancel();
    this.fade = undefined;
    this.renderer.domElement.remove();
    this.clear();
  }

  dispose(): void {
    this.stop();
    for (const shape of this.shapes.values()) shape.dispose();
    for (const coat of this.coats.values()) {
      coat.map?.dispose();
      coat.dispose();
    }
    this.sun.dispose();
    this.ground.geometry.dispose();
    this.ground.material.dispose();
    this.renderer.dispose();
    this.renderer.forceContextLoss();
  }

  private throwIn(die: Rolled, hand: Point, colors: Colors, draw: () => number, index: number): void {
    const solid = solidOf(die.sides);
    // A die that shows 0 counts from there.
    const lowest = die.face === 0 ? 0 : 1;
    const lies = solid && lying(solid, die.face + 1 - lowest);
    const place = die.place();
    if (!solid || !lies || !place) return;
    const [x, y, z] = lies.turn;
    const rest = new Quaternion().setFromRotationMatrix(new Matrix4().set(...x, 0, ...y, 0, ...z, 0, 0, 0, 0, 1));
    const mesh = this.meshOf(solid, colors, lowest);
    this.scene.add(mesh);
    this.flying.push({ die, mesh, solid, lies, rest, path: thrown(place, hand, place.size, draw, index) });
  }

  private draw(stage: HTMLElement, time: number): void {
    const { clientWidth: width, clientHeight: height } = stage;
    if (width !== this.size.width || height !== this.size.height) this.fit(width, height);
    for (const one of this.flying) this.pose(one, time);
    this.renderer.render(this.scene, this.camera);
  }

  private pose({ die, mesh, solid, lies, rest, path }: Flying, time: number): void {
    const place = die.place();
    if (!place) return;
    path.to = place;
    const pose = poseAt(path, time);
    const way = new Vector3(path.to.x - path.from.x, path.from.y - path.to.y, 0).normalize();
    mesh.quaternion
      .setFromAxisAngle(UP, pose.around)
      .multiply(new Quaternion().setFromAxisAngle(new Vector3().crossVectors(UP, way), -pose.over))
      .multiply(rest);
    const half = (place.size / 2) * FILLS;
    // What flies is nearer to the eye.
    const near = 1 + Math.min(0.5, pose.lift / 500);
    mesh.scale.setScalar(half * lies.scale * near);
    const lowest = Math.min(...solid.corners.map((corner) => vector(corner).applyQuaternion(mesh.quaternion).z));
    mesh.position.set(
      pose.x - this.size.width / 2 + lies.shift[0] * half,
      this.size.height / 2 - pose.y + lies.shift[1] * half,
      pose.lift - lowest * mesh.scale.z,
    );
  }

  private fit(width: number, height: number): void {
    this.size = { width, height };
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.renderer.setSize(width, height);
    Object.assign(this.camera, { left: -width / 2, right: width / 2, top: height / 2, bottom: -height / 2, near: 1, far: 4000 });
    this.camera.position.z = 2000;
    this.camera.updateProjectionMatrix();
    this.ground.scale.set(width, height, 1);
    this.sun.position.copy(vector(LIGHT).multiplyScalar(2000));
    const reach = Math.max(width, height) / 2 + 100;
    Object.assign(this.sun.shadow.camera, { left: -reach, right: reach, top: reach, bottom: -reach, near: 2000 - reach, far: 2000 + reach });
    this.sun.shadow.camera.updateProjectionMatrix();
  }

  private meshOf(solid: Solid, colors: Colors, lowest: number): Mesh {
    const shape = this.shapes.get(solid.sides) ?? shapeOf(solid);
    this.shapes.set(solid.sides, shape);
    const name = JSON.stringify([solid.sides, colors, lowest]);
    const coat = this.coats.get(name) ?? this.coat(solid, colors, lowest);
    this.coats.set(name, coat);
    const mesh = new Mesh(shape, coat);
    mesh.castShadow = true;
    return mesh;
  }

  private coat(solid: Solid, colors: Colors, lowest: number): MeshStandardMaterial {
    const map = new CanvasTexture(painted(solid, colors, lowest));
    map.colorSpace = SRGBColorSpace;
    map.anisotropy = 4;
    return new MeshStandardMaterial({ map, roughness: 0.55 });
  }

  private clear(): void {
    for (const { mesh } of this.flying) mesh.removeFromParent();
    for (const child of [...this.scene.children]) if (child instanceof Mesh && child !== this.ground) child.removeFromParent();
    this.flying = [];
  }
}

const vector = (at: Vector) => new Vector3(at[0], at[1], at[2]);
